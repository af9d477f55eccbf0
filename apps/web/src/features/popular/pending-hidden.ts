import type { HiddenChannel } from '@recaps/contract'
import { useMutationState } from '@tanstack/react-query'

export type ChannelToHide = Pick<HiddenChannel, 'channelId' | 'channel'>

export const hideChannelKey = ['hide-channel'] as const

/** Ids of channels whose hide request is pending. Their summaries are hidden optimistically and reappear if it fails. */
export const usePendingHiddenChannels = (): readonly string[] =>
  useMutationState({
    filters: { mutationKey: hideChannelKey, status: 'pending' },
    select: ({ state }) => (state.variables as ChannelToHide).channelId,
  })
