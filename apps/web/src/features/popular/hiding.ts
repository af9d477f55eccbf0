import type { HiddenChannel } from '@recaps/contract'
import { useMutationState } from '@tanstack/react-query'

export type Channel = Pick<HiddenChannel, 'channelId' | 'channel'>

export const hidingKey = ['hide-channel'] as const

/** The channels that are being hidden. Their summaries are out of sight from the press on, and back where that fails. */
export const useBeingHidden = (): readonly string[] =>
  useMutationState({
    filters: { mutationKey: hidingKey, status: 'pending' },
    select: ({ state }) => (state.variables as Channel).channelId,
  })
