import { App } from "antd";
import { pictureFault } from "./picture-rule";
import { usePictureTexts } from "./record-picture-texts";
import "./record-picture.css";

interface RecordPictureProps {
  /** What the texts call it. */
  word: "picture" | "photo";
  /** Address of the picture, "" for none. */
  src: string;
  /** What it shows, to whoever does not see it. */
  alt: string;
  mayChange: boolean;
  /** Why the picture cannot be read. */
  error?: Error | null;
  isBusy: boolean;
  onTake: (file: File) => void;
  onRemove: () => void;
}

/** How a record looks; a press on it takes another picture. Where there is none and nobody may give one, nothing stands there. */
export function RecordPicture(props: RecordPictureProps) {
  const { word, src, alt, mayChange, error, isBusy, onTake, onRemove } = props;
  const t = usePictureTexts();
  const { message } = App.useApp();
  if (!mayChange && !src && !error) {
    return null;
  }

  function take(file: File) {
    const fault = pictureFault(file);
    if (fault) {
      message.destroy();
      void message.error(t(`${word}.${fault}`));
    } else {
      onTake(file);
    }
  }

  const choose = t(src ? `${word}.change` : `${word}.add`);
  return (
    <div className={src ? "record-picture" : "record-picture none"}>
      {src && <img src={src} alt={alt} />}
      {error && (
        <span className="record-picture-fault" title={error.message}>
          {t(`${word}.away`)}
          <span className="unseen">{error.message}</span>
        </span>
      )}
      {mayChange && (
        <label title={error?.message ?? choose}>
          <span className={src || error ? "unseen" : ""}>{choose}</span>
          <input
            type="file"
            accept="image/png,image/jpeg"
            disabled={isBusy}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) {
                take(file);
              }
            }}
          />
        </label>
      )}
      {mayChange && src && (
        <button
          type="button"
          className="icon-button"
          aria-label={t(`${word}.remove`)}
          title={t(`${word}.remove`)}
          disabled={isBusy}
          onClick={onRemove}
        >
          ✕
        </button>
      )}
    </div>
  );
}
