import type { HiddenChannel } from '@recaps/contract'
import { useMutationState } from '@tanstack/react-query'

export type Channel = Pick<HiddenChannel, 'channelId' | 'channel'>

export const hidingKey = ['hide-channel'] as const

/** Ids of channels whose hide request is pending. Their summaries are hidden optimistically and reappear if it fails. */
export const useBeingHidden = (): readonly string[] =>
  useMutationState({
    filters: { mutationKey: hidingKey, status: 'pending' },
    select: ({ state }) => (state.variables as Channel).channelId,
  })
