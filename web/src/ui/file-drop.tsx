import { useId, useState, type DragEvent } from "react";
import "./file-drop.css";

interface FileDropProps {
  title: string;
  hint: string;
  /** Endings of the file dialog: ".xlsx,.csv". */
  accept: string;
  disabled?: boolean;
  /** Several may come at once, one after the other. */
  many?: boolean;
  onFile: (file: File) => void;
}

/** Takes a file, or many: dropped, or chosen from the dialog. */
export function FileDrop(props: FileDropProps) {
  const { title, hint, accept, disabled = false, many = false, onFile } = props;
  const id = useId();
  const [isOver, setOver] = useState(false);

  function take(files: FileList | null) {
    for (const file of [...(files ?? [])].slice(0, many ? undefined : 1)) {
      onFile(file);
    }
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!disabled) {
      take(event.dataTransfer.files);
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
        multiple={many}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files);
          // The same file again, once it was corrected, must be a change too.
          event.target.value = "";
        }}
      />
    </div>
  );
}
