/**
 * What models answer for a document. Processors run at once: where one needs an answer that is not there, the run ends
 * with the question, and the pipelines run on the document as it came once more when the answer is known.
 */
import { fromPortableError, illegalArgument, type PortableError, toPortableError } from "../../compat/errors.ts";
import type { Json } from "../../core/json.ts";

/** Texts for an inference endpoint. */
export interface Question {
  readonly endpoint: string;
  readonly inputs: readonly string[];
}

/** Answers a value for each text. Throws RequestError. */
export type Infer = (endpoint: string, inputs: readonly string[]) => Promise<readonly Json[]>;

/** Questions that a document may have: each costs a run of all of its pipelines. */
const MOST_QUESTIONS = 100;

/** Not a failure: nothing of the run counts. */
export class AnswerNeeded extends Error {
  readonly question: Question;

  constructor(question: Question) {
    super(`the endpoint [${question.endpoint}] is to be asked`);
    this.question = question;
  }
}

type Answer = { readonly values: readonly Json[] } | { readonly error: PortableError };

export class Answers {
  readonly #known = new Map<string, Answer>();

  /** Throws AnswerNeeded, or the RequestError that the question came to. */
  of(question: Question): readonly Json[] {
    const answer = this.#known.get(keyOf(question));
    if (!answer) throw new AnswerNeeded(question);
    if ("error" in answer) throw fromPortableError(answer.error);
    return answer.values;
  }

  /** Asks. Throws RequestError 400 for a document that has too many questions. */
  async learn(question: Question, infer: Infer): Promise<void> {
    if (this.#known.size >= MOST_QUESTIONS)
      throw illegalArgument(`a document may ask inference endpoints [${MOST_QUESTIONS}] times at most`);
    let answer: Answer;
    try {
      answer = { values: await infer(question.endpoint, question.inputs) };
    } catch (error) {
      answer = { error: toPortableError(error) };
    }
    this.#known.set(keyOf(question), answer);
  }
}

function keyOf({ endpoint, inputs }: Question): string {
  return JSON.stringify([endpoint, inputs]);
}
