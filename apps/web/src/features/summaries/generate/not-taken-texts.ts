export const notTaken = {
  list: 'Not taken',
  onlyVideos: (count: number) => (count === 1 ? 'Only the video is taken.' : `Only the ${count} videos are taken.`),
  beside: {
    playlist: 'is a playlist. Paste the links of its videos.',
    channel: 'is a channel.',
    clip: 'is a clip. Paste the link of the whole video.',
    no_video: 'holds no video.',
    malformed_id: 'is not complete. Copy it again.',
    not_youtube: 'is not on YouTube. Upload its captions below.',
  },
  more: (count: number) => (count === 1 ? '1 more link' : `${count} more links`),
  follow: 'Follow channels',
  leftOut: (most: number, count: number) =>
    `At most ${most} links are taken at once: the last ${count} ${count === 1 ? 'is' : 'are'} left out.`,
  alone: {
    playlist: 'This is the link of a playlist. Paste the link of one video in it.',
    channel: 'This is the link of a channel. Paste the link of one video on it.',
    clip: 'This is the link of a clip. Paste the link of the whole video.',
    no_video: 'This page of YouTube holds no video. Paste the link of one video.',
    malformed_id: 'The link is not complete. Copy it again from the address bar or the share menu.',
    not_youtube: 'Only YouTube videos can be summarized. For other videos, upload their captions below.',
  },
} as const
