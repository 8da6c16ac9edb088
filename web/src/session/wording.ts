import i18next from "i18next";
import { currentLanguage } from "@/i18n/language";
import { stored } from "./stored";

/** Words by kind of text and key, in the language that they were asked for in. */
export type LanguageMaps = Record<string, Record<string, string>>;

/** The kinds that stand over texts of the screens; a key is "folder.name". */
const overScreens = ["common", "system", "aps"];

/** What the product calls it, to go back to when a company gives up its own word. */
const product = new Map<string, string | undefined>();

let own: Record<string, string> = {};
let spoken = currentLanguage();
let isListening = false;

/** Keeps what has come; no maps: those that are kept are current. */
export function keepWording(data: {
  cacheTime: string;
  maps: LanguageMaps | null;
}) {
  if (data.maps) {
    stored.keep("langJson", data.maps);
    stored.keepText("langCacheTime", data.cacheTime);
  }
  speakOwn(stored.value<LanguageMaps>("langJson") ?? {});
}

/** The company's words stand over the product's, also in folders that are loaded later. */
function speakOwn(maps: LanguageMaps) {
  for (const [key, text] of product) {
    put(spoken, key, text);
  }
  product.clear();
  spoken = currentLanguage();
  own = Object.fromEntries(
    overScreens.flatMap((kind) => Object.entries(maps[kind] ?? {})),
  );
  for (const key of Object.keys(own)) {
    replace(key);
  }
  if (!isListening) {
    isListening = true;
    i18next.store.on("added", (language: string, folder: string) => {
      if (language === spoken) {
        Object.keys(own)
          .filter((key) => key.startsWith(`${folder}.`))
          .forEach(replace);
      }
    });
  }
}

function replace(key: string) {
  const place = placeOf(key);
  const text =
    place && (i18next.getResource(spoken, ...place) as string | undefined);
  if (text !== undefined && text !== own[key]) {
    product.set(key, text);
    put(spoken, key, own[key]);
  }
}

function put(language: string, key: string, text: string | undefined) {
  const place = placeOf(key);
  if (place) {
    i18next.addResource(language, ...place, text ?? "", { silent: true });
  }
}

/** The folder and the name that a key leads to: a folder's own name may have dots. */
function placeOf(key: string) {
  for (let dot = key.length; (dot = key.lastIndexOf(".", dot - 1)) > 0; ) {
    const place: [string, string] = [key.slice(0, dot), key.slice(dot + 1)];
    if (i18next.getResource(spoken, ...place) !== undefined) {
      return place;
    }
  }
  return undefined;
}
