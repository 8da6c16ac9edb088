import { Form, type FormInstance } from "antd";
import { useEffect, useRef } from "react";
import { useLanguage } from "@/i18n/language";
import { faultsOf, type Faults } from "./faults";

type Values = Record<string, unknown>;

/**
 * What the server says of the fields of an antd form. The form holds words, not texts, and keeps them whatever is typed:
 * they are worded anew when the language changes, and go with the value that they are about.
 */
export function useFormFaults(form: FormInstance) {
  const { language } = useLanguage();
  const values = Form.useWatch([], form) as Values | undefined;
  const faults = useRef<Faults>({});
  const refused = useRef<Values>({});
  const shown = useRef(language);

  useEffect(() => {
    for (const name of Object.keys(faults.current)) {
      if (values && values[name] !== refused.current[name]) {
        delete faults.current[name];
        form.setFields([{ name, errors: [] }]);
      }
    }
  }, [values, form]);

  useEffect(() => {
    if (shown.current === language) {
      return;
    }
    shown.current = language;
    for (const { name, errors } of form.getFieldsError()) {
      const text = faults.current[name.join(".")];
      if (text) {
        form.setFields([{ name, errors: [text[language]] }]);
      } else if (errors.length > 0) {
        // A rule of the form itself; it says again what is wrong.
        form.validateFields([name]).catch(() => undefined);
      }
    }
  }, [language, form]);

  /** Shows what the server says of the fields, and names the first; undefined when it refused something else. */
  return (failure: unknown) => {
    faults.current = { ...faultsOf(failure) };
    refused.current = { ...(form.getFieldsValue() as Values) };
    const found = Object.entries(faults.current);
    form.setFields(
      found.map(([name, text]) => ({
        name,
        errors: text ? [text[language]] : [],
      })),
    );
    return found[0]?.[0];
  };
}
