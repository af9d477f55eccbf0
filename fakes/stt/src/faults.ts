/** A fault of the service; `times` limits how many requests fail, by default all until it is removed. */
export type SttFault = (
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  /** The connection is closed before anything is answered. */
  | { kind: 'refuse' }
  /** The connection is closed in the middle of the correct answer. */
  | { kind: 'truncated' }
  /** The correct answer, one byte at a time and never complete. */
  | { kind: 'drip' }
  | { kind: WrongAnswer }
) & { times?: number }

/** Wrong answers with status 200. */
type WrongAnswer =
  /** An empty body. */
  | 'empty'
  /** An HTML page, as proxies send. */
  | 'html'
  /** JSON that ends too early. */
  | 'malformed'
  /** `NaN` in place of a number, as some servers print it. */
  | 'nan'
  /** Text without timestamps. */
  | 'wrong_form'
  /** Timestamps before the beginning and after the end of the audio. */
  | 'beyond'
  /** Lines in reverse order. */
  | 'disorder'
  /** Blank lines between the others. */
  | 'blank'
  /** The last line repeated, as by a recognizer in a loop. */
  | 'loop'

export const wrongAnswers: Record<WrongAnswer, (correct: string) => { type: string; body: string }> = {
  empty: () => json(''),
  html: () => ({ type: 'text/html', body: '<!doctype html><html><title>Sign in</title></html>' }),
  malformed: correct => json(correct.slice(0, -20)),
  nan: correct => json(correct.replace(/"start":[\d.]+/, '"start":NaN')),
  wrong_form: correct => json(JSON.stringify({ text: (JSON.parse(correct) as VerboseJson).text })),
  beyond: correct =>
    changeSegments(correct, segments => [
      { ...segments[0], start: -3 },
      ...segments.slice(1, -1),
      { ...segments.at(-1), end: 9_999, words: undefined },
      { ...segments.at(-1), start: 9_990, end: 9_999, text: ' what nobody said', words: undefined },
    ]),
  disorder: correct => changeSegments(correct, segments => segments.toReversed()),
  blank: correct =>
    changeSegments(correct, segments => segments.flatMap(one => [one, { ...one, text: '  ', words: [] }])),
  loop: correct =>
    changeSegments(correct, segments => [...segments, ...Array.from({ length: 20 }, () => segments.at(-1) as Segment)]),
}

type Segment = Record<string, unknown>
interface VerboseJson {
  text: string
  segments: Segment[]
}

const json = (body: string) => ({ type: 'application/json', body })

const changeSegments = (correct: string, change: (segments: Segment[]) => Segment[]) => {
  const answer = JSON.parse(correct) as VerboseJson
  return json(JSON.stringify({ ...answer, segments: change(answer.segments) }))
}
