import { store } from "../state/store.ts";
import { keepLanguage, LANGUAGES, type Language } from "../text/index.ts";

/** The language's own name, whatever language is shown. */
export function LanguageChoice({ language }: { language: Language }) {
  const choose = (to: Language) => {
    keepLanguage(to);
    store.set({ language: to });
  };
  return (
    <div class="languages" role="group" aria-label="Language">
      {(Object.keys(LANGUAGES) as Language[]).map((one) => (
        <button key={one} type="button" class="language" lang={one} aria-pressed={one === language} onClick={() => choose(one)}>
          {LANGUAGES[one].languageName}
        </button>
      ))}
    </div>
  );
}
