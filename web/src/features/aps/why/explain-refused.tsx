import { ApiFailure } from "@/api/reply";
import { wordsOf } from "@/ui/failure";

/** The code of a call that was understood and does not go: there is nothing to explain. */
const NOT_HERE = 20000;

/** In place of an explanation: what is not planned or finished is no fault, and is said quietly. */
export function WhyRefused({ of }: { of: Error }) {
  const isFact = of instanceof ApiFailure && of.reply.code === NOT_HERE;
  return isFact ? (
    <p className="soft">{wordsOf(of)}</p>
  ) : (
    <p role="alert">{wordsOf(of)}</p>
  );
}
