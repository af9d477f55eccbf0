/** Something that was said, and where. */
export interface Line {
  /** Of the line itself: `s123`, `p12` or `c4`. */
  id: string
  text: string
  cites: string[]
}

export interface Prompt {
  /** What the first line of the system text asks for: chunk, merge, final, single, judge, answer, or anything else. */
  task: string
  system: string
  segments: Line[]
  /** What the transcript says, marks and all. */
  transcript: string
  points: Line[]
  claims: Line[]
  question: string
  focus: string
  /** `LIMIT: 12 points` is `limits.points === 12`. */
  limits: Record<string, number | undefined>
}

/** Reads the prompt protocol of the README. What stands in a block is data: no limit and no block is looked for in it. */
export function readPrompt(system: string, user: string): Prompt {
  const blocks = [...user.matchAll(blockForm)].map(([, name, , text]) => ({ name, text: text ?? '' }))
  const textOf = (wanted: string) =>
    blocks
      .filter(({ name }) => name === wanted)
      .map(({ text }) => text)
      .join('\n')
  return {
    // Some models know no system text; what should stand there then begins the user's.
    task: /^\s*TASK:[ \t]*([\w-]+)/.exec(system || user)?.[1] ?? 'free',
    system,
    transcript: textOf('TRANSCRIPT'),
    segments: linesOf(textOf('TRANSCRIPT'), /^\[(s\d+)() @[\d:]+\](.*)$/),
    points: linesOf(textOf('POINTS'), /^\[(p\d+) (s\d+(?:, ?s\d+)*)\](.*)$/),
    claims: linesOf(textOf('CLAIMS'), /^\[(c\d+) (s\d+(?:, ?s\d+)*)\](.*)$/),
    question: unmarked(textOf('QUESTION')),
    focus: unmarked(textOf('FOCUS')),
    limits: Object.fromEntries(
      [...user.replace(blockForm, '').matchAll(/^LIMIT: *(\d+) +([a-z ]*[a-z])/gm)].map(([, count, of]) => [
        of,
        Number(count),
      ]),
    ),
  }
}

/** Only the block's own token ends it, so a transcript cannot. */
const blockForm = /^<<<([A-Z]+) ([A-Za-z0-9]+)\r?\n([\s\S]*?)^\1 \2>>>/gm

/** A line that is told twice, as when an answer is asked for again, counts once. */
function linesOf(text: string, form: RegExp): Line[] {
  const found = text.split(/\r?\n/).flatMap((line): [string, Line][] => {
    const [, id, cited, words] = form.exec(line) ?? []
    return id ? [[id, { id, text: unmarked(words!), cites: cited ? cited.split(/, ?/) : [id] }]] : []
  })
  return [...new Map(found).values()]
}

/** Spaces of data may come as `^`, so that a model tells them from what it is told to do. */
const unmarked = (text: string): string => text.replace(/[\s^]+/g, ' ').trim()
