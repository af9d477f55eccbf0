/** A line of a prompt block: a segment, point or claim, with the segments that it cites. */
export interface Line {
  /** `s123`, `p12` or `c4`. */
  id: string
  text: string
  cites: string[]
}

export interface Prompt {
  /** Task named in the first line of the system text: chunk, merge, final, single, judge, answer, or any other. */
  task: string
  system: string
  segments: Line[]
  /** Raw text of the TRANSCRIPT block, with segment marks. */
  transcript: string
  points: Line[]
  claims: Line[]
  question: string
  focus: string
  /** `LIMIT: 12 points` is `limits.points === 12`. */
  limits: Record<string, number | undefined>
}

/** Parses the prompt format of the README. Block contents are data: limits and blocks inside them are ignored. */
export function parsePrompt(system: string, user: string): Prompt {
  const blocks = [...user.matchAll(blockPattern)].map(([, name, , text]) => ({ name, text: text ?? '' }))
  const textOf = (blockName: string) =>
    blocks
      .filter(({ name }) => name === blockName)
      .map(({ text }) => text)
      .join('\n')
  return {
    // Without system text, which some models do not support, the task is at the start of the user text.
    task: /^\s*TASK:[ \t]*([\w-]+)/.exec(system || user)?.[1] ?? 'free',
    system,
    transcript: textOf('TRANSCRIPT'),
    segments: linesOf(textOf('TRANSCRIPT'), /^\[(s\d+)() @[\d:]+\](.*)$/),
    points: linesOf(textOf('POINTS'), /^\[(p\d+) (s\d+(?:, ?s\d+)*)\](.*)$/),
    claims: linesOf(textOf('CLAIMS'), /^\[(c\d+) (s\d+(?:, ?s\d+)*)\](.*)$/),
    question: unmarked(textOf('QUESTION')),
    focus: unmarked(textOf('FOCUS')),
    limits: Object.fromEntries(
      [...user.replace(blockPattern, '').matchAll(/^LIMIT: *(\d+) +([a-z ]*[a-z])/gm)].map(([, count, of]) => [
        of,
        Number(count),
      ]),
    ),
  }
}

/** A block ends only at its own token, so the data inside cannot end it. */
const blockPattern = /^<<<([A-Z]+) ([A-Za-z0-9]+)\r?\n([\s\S]*?)^\1 \2>>>/gm

/** Lines with the same id, as in the prompt of a retry, count once. */
function linesOf(text: string, linePattern: RegExp): Line[] {
  const found = text.split(/\r?\n/).flatMap((line): [string, Line][] => {
    const [, id, cited, words] = linePattern.exec(line) ?? []
    return id ? [[id, { id, text: unmarked(words!), cites: cited ? cited.split(/, ?/) : [id] }]] : []
  })
  return [...new Map(found).values()]
}

/** Spaces in data may be written as `^`, which helps models to distinguish data from instructions. */
const unmarked = (text: string): string => text.replace(/[\s^]+/g, ' ').trim()
