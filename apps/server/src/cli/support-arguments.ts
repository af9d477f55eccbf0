import { parseArgs } from 'node:util'
import { parseChannelLink } from '@recaps/domain/channel-url'
import { parseVideoLink } from '@recaps/domain/video-url'
import { isDashedId, UsageError } from './arguments.ts'

export type SupportCommand =
  | { kind: 'show'; email: string }
  | { kind: 'change-email'; from: string; to: string }
  | { kind: 'model-costs' | 'ratings' | 'create-prices' }
  | { kind: 'block' | 'unblock'; block: { kind: 'video' | 'channel'; subject: string }; reason: string | null }

export const supportUsage = `Usage: npm run support -- <command>

  show <address>               shows the account with this email address
  change-email <old> <new>     changes the address of an account; the user has to confirm the new one
  block-video <id | link>      hides a video from other users
  block-channel <id | link>    hides every video of a channel from other users
  model-costs                  shows language model costs of the last 30 days, and of each of the newest texts
  ratings                      shows the ratings of the last 30 days, and the newest bad ones
  create-prices                creates the missing prices of the plans at Stripe

  --reason TEXT                why it is blocked; stored with the block
  --undo                       removes the block
  --help                       show this help`

/** Returns null for `--help`. Throws `UsageError`. */
export function readSupportArguments(args: string[]): SupportCommand | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [command, ...rest] = positionals
  const [first = '', second = ''] = checkArguments(command, rest)
  switch (command) {
    case 'show':
      return { kind: 'show', email: first }
    case 'change-email':
      return { kind: 'change-email', from: first, to: second }
    case 'model-costs':
    case 'ratings':
    case 'create-prices':
      return { kind: command }
    default: {
      const block =
        command === 'block-video'
          ? { kind: 'video' as const, subject: videoId(first) }
          : { kind: 'channel' as const, subject: channelId(first) }
      return { kind: values.undo ? 'unblock' : 'block', block, reason: values.reason ?? null }
    }
  }
}

const argumentCounts = new Map([
  ['show', 1],
  ['change-email', 2],
  ['block-video', 1],
  ['block-channel', 1],
  ['model-costs', 0],
  ['ratings', 0],
  ['create-prices', 0],
])

function checkArguments(command: string | undefined, values: string[]): string[] {
  if (command === undefined) throw new UsageError(`No command given.\n\n${supportUsage}`)
  const count = argumentCounts.get(command)
  if (count === undefined) throw new UsageError(`Unknown command ${command}.\n\n${supportUsage}`)
  if (values.length !== count || values.some(text => text.trim() === ''))
    throw new UsageError(
      `${command} takes ${['no arguments', 'one argument', 'two arguments'][count]}.\n\n${supportUsage}`,
    )
  return values.map(text => text.trim())
}

function videoId(text: string): string {
  const link = parseVideoLink(text)
  if (link.kind === 'video') return link.videoId
  throw new UsageError(`${text} is not a YouTube video id or link.`)
}

function channelId(text: string): string {
  const link = parseChannelLink(text)
  if (link.kind === 'channel' && link.channel.by === 'id') return link.channel.channelId
  throw new UsageError(`${text} is not a YouTube channel id, or a link that contains one. Channel ids start with UC.`)
}

const options = {
  reason: { type: 'string' },
  undo: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function parse(args: string[]) {
  const dashed = args.filter(isDashedId)
  try {
    const { values, positionals } = parseArgs({
      args: args.filter(arg => !dashed.includes(arg)),
      allowPositionals: true,
      options,
    })
    return { values, positionals: [...positionals, ...dashed] }
  } catch {
    throw new UsageError(`Invalid options.\n\n${supportUsage}`)
  }
}
