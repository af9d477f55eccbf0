import { parseArgs } from 'node:util'
import { parseChannelLink } from '@recaps/domain/channel-url'
import { parseVideoLink } from '@recaps/domain/video-url'
import { isDashedId, UsageError } from './arguments.ts'

export type SupportOrder =
  | { kind: 'show'; email: string }
  | { kind: 'change-email'; from: string; to: string }
  | { kind: 'model-costs' | 'ratings' | 'create-prices' }
  | { kind: 'block' | 'unblock'; block: { kind: 'video' | 'channel'; subject: string }; reason: string | null }

export const supportUsage = `Usage: npm run support -- <command>

  show <address>               what there is of the account with this email address
  change-email <old> <new>     gives an account another address, which has to be confirmed
  block-video <id | link>      takes a video out of what is shown to others
  block-channel <id | link>    the same for every video of a channel
  model-costs                  what the language model took in the last 30 days, and for each of its newest texts
  ratings                      what readers said of their summaries in the last 30 days, and the newest that were not good
  create-prices                makes the prices of the plans that are missing at Stripe

  --reason TEXT                why it is blocked, kept with the block
  --undo                       ends the block
  --help                       this text`

/** Null when only help is asked for. */
export function readSupportArguments(args: string[]): SupportOrder | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [command, ...given] = positionals
  const [first = '', second = ''] = expect(command, given)
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

const counts = new Map([
  ['show', 1],
  ['change-email', 2],
  ['block-video', 1],
  ['block-channel', 1],
  ['model-costs', 0],
  ['ratings', 0],
  ['create-prices', 0],
])

function expect(command: string | undefined, given: string[]): string[] {
  if (command === undefined) throw new UsageError(`Say what to do.\n\n${supportUsage}`)
  const count = counts.get(command)
  if (count === undefined) throw new UsageError(`There is no command ${command}.\n\n${supportUsage}`)
  if (given.length !== count || given.some(text => text.trim() === ''))
    throw new UsageError(
      `${command} needs ${['nothing', 'one thing', 'two things'][count]} to work on.\n\n${supportUsage}`,
    )
  return given.map(text => text.trim())
}

function videoId(text: string): string {
  const link = parseVideoLink(text)
  if (link.kind === 'video') return link.videoId
  throw new UsageError(`${text} is neither the link nor the id of a YouTube video.`)
}

function channelId(text: string): string {
  const link = parseChannelLink(text)
  if (link.kind === 'channel' && link.channel.by === 'id') return link.channel.channelId
  throw new UsageError(`${text} is not the id of a YouTube channel, nor a link with it. It begins with UC.`)
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
    throw new UsageError(`Not every option is understood.\n\n${supportUsage}`)
  }
}
