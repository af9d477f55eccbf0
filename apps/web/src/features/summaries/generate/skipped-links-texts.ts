export const skippedLinksTexts = {
  list: 'Skipped links',
  onlyVideos: (count: number) =>
    count === 1 ? 'Only the video will be summarized.' : `Only the ${count} videos will be summarized.`,
  inList: {
    playlist: 'is a playlist. Paste links to its videos.',
    channel: 'is a channel.',
    clip: 'is a clip. Paste the link to the full video.',
    no_video: 'has no video.',
    malformed_id: 'is incomplete. Copy it again.',
    not_youtube: 'isn’t on YouTube. Upload its captions below.',
  },
  more: (count: number) => (count === 1 ? '1 more link' : `${count} more links`),
  follow: 'Follow channels',
  overLimit: (max: number, count: number) =>
    `You can add up to ${max} links at a time. ${count === 1 ? 'The last one was' : `The last ${count} were`} skipped.`,
  single: {
    playlist: 'This is a playlist link. Paste a link to one of its videos.',
    channel: 'This is a channel link. Paste a link to one of its videos.',
    clip: 'This is a clip link. Paste the link to the full video.',
    no_video: 'There’s no video on this YouTube page. Paste a video link.',
    malformed_id: 'This link is incomplete. Copy it again from the address bar or the share menu.',
    not_youtube: 'Only YouTube videos can be summarized. For other videos, upload their captions below.',
  },
} as const
