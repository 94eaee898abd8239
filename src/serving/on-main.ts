/** What a serving thread throws at itself where only main can answer: the request is handed over as it came. */
export class OnMain extends Error {
  constructor() {
    super("this is answered on the main thread");
  }
}
