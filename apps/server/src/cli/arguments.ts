import { parseArgs } from 'node:util'

export interface Wanted {
  input: string
  out: string
  json: boolean
  audio: boolean
  maxLength: number
}

export const usage = `Usage: npm run recap -- <link | id | file> [options]

  <link | id | file>   a YouTube link, an 11-character video id, or a caption file (.vtt .srt .json3 .xml .txt)

  --out DIR            where NAME.md, NAME.mp3 and NAME.json are written (default: here)
  --max-length N       most characters of the summary (default: 10000)
  --no-audio           text only
  --json               print the JSON as well
  --help               this text`

/** The command line does not say what to do; the message is for the user. */
export class UsageError extends Error {}

/** Null when only help is asked for. */
export function readArguments(args: string[]): Wanted | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [input, ...rest] = positionals
  if (!input) throw new UsageError(`Say which video: a link, an id or a caption file.\n\n${usage}`)
  if (rest.length > 0) throw new UsageError('One video at a time, please.')
  const maxLength = Number(values['max-length'])
  if (!Number.isInteger(maxLength) || maxLength < 200)
    throw new UsageError('--max-length must be a whole number of at least 200.')
  return { input, out: values.out, json: values.json, audio: !values['no-audio'], maxLength }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string', default: '.' },
        'max-length': { type: 'string', default: '10000' },
        'no-audio': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
