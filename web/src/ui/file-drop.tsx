import { useId, useState, type DragEvent } from "react";
import "./file-drop.css";

interface FileDropProps {
  title: string;
  hint: string;
  /** Endings of the file dialog: ".xlsx,.csv". */
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
}

/** Takes one file: dropped, or chosen from the dialog. */
export function FileDrop(props: FileDropProps) {
  const { title, hint, accept, disabled = false, onFile } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) {
      onFile(file);
    }
  }

  return (
    <div
      className={isOver ? "file-drop file-drop-over" : "file-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <path
          d="M8 4h11l6 6v18H8zM19 4v6h6M16 24v-9m-4 4 4-4 4 4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
        />
      </svg>
      <label htmlFor={id}>{title}</label>
      <p>{hint}</p>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file again, once it was corrected, must be a change too.
          event.target.value = "";
          if (file) {
            onFile(file);
          }
        }}
      />
    </div>
  );
}
