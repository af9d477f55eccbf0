/** What goes wrong, and how often; without `times` it goes on until it is lifted. */
export type SttFault = (
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  /** No answer; the connection stays open. */
  | { kind: 'hang' }
  /** The connection is closed before anything is answered. */
  | { kind: 'refuse' }
  /** The right answer, broken off in its middle. */
  | { kind: 'truncated' }
  /** A right answer that comes a byte at a time and is never whole. */
  | { kind: 'drip' }
  | { kind: Answer }
) & { times?: number }

/** Answers of status 200 that are none, or not right. */
type Answer =
  /** Nothing at all. */
  | 'empty'
  /** A page, as a proxy answers. */
  | 'html'
  /** JSON that ends too early. */
  | 'malformed'
  /** `NaN` where a number has to stand, as some servers print it. */
  | 'nan'
  /** Words, but nothing that says when they are said. */
  | 'wrong_form'
  /** Instants beyond the end of the sound, and before its beginning. */
  | 'beyond'
  /** Lines in no order. */
  | 'disorder'
  /** Lines without words between the others. */
  | 'blank'
  /** The last line over and over, as a recogniser in a loop says it. */
  | 'loop'

export const asAnswered: Record<Answer, (right: string) => { type: string; body: string }> = {
  empty: () => json(''),
  html: () => ({ type: 'text/html', body: '<!doctype html><html><title>Sign in</title></html>' }),
  malformed: right => json(right.slice(0, -20)),
  nan: right => json(right.replace(/"start":[\d.]+/, '"start":NaN')),
  wrong_form: right => json(JSON.stringify({ text: (JSON.parse(right) as Told).text })),
  beyond: right =>
    changed(right, segments => [
      { ...segments[0], start: -3 },
      ...segments.slice(1, -1),
      { ...segments.at(-1), end: 9_999, words: undefined },
      { ...segments.at(-1), start: 9_990, end: 9_999, text: ' what nobody said', words: undefined },
    ]),
  disorder: right => changed(right, segments => segments.toReversed()),
  blank: right => changed(right, segments => segments.flatMap(one => [one, { ...one, text: '  ', words: [] }])),
  loop: right =>
    changed(right, segments => [...segments, ...Array.from({ length: 20 }, () => segments.at(-1) as Segment)]),
}

type Segment = Record<string, unknown>
interface Told {
  text: string
  segments: Segment[]
}

const json = (body: string) => ({ type: 'application/json', body })

const changed = (right: string, change: (segments: Segment[]) => Segment[]) => {
  const told = JSON.parse(right) as Told
  return json(JSON.stringify({ ...told, segments: change(told.segments) }))
}
