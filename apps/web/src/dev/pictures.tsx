import { Avatar } from '../ui/Avatar.tsx'
import { LengthChip } from '../ui/LengthChip.tsx'
import { Thumbnail } from '../ui/Thumbnail.tsx'
import type { Specimen } from './specimen.ts'

/** The development server never responds to this request. */
const unanswered = '/dev/unanswered.png'

/** Avatars and thumbnails. */
export const pictures: readonly Specimen[] = [
  {
    name: 'Avatar',
    purpose: 'A user’s picture or initials. Decorative: the name is next to it.',
    states: {
      initials: <Avatar src={null} initials="AL" />,
      emoji: <Avatar src={null} initials="🦊" />,
      picture: <Avatar src="/icon-192.png" initials="AL" />,
      broken: <Avatar src="/dev/nothing.png" initials="AL" />,
      large: <Avatar src={null} initials="AL" isLarge />,
    },
  },
  {
    name: 'Thumbnail',
    contains: ['LengthChip'],
    purpose: 'The thumbnail of a video, 16:9, with its duration in the corner.',
    states: {
      shown: (
        <div className="picture-frame">
          <Thumbnail src="/icon-512.png" isEager />
          <LengthChip>12:00:00</LengthChip>
        </div>
      ),
      loading: (
        <div className="picture-frame">
          <Thumbnail src={unanswered} isEager />
        </div>
      ),
      broken: (
        <div className="picture-frame">
          <Thumbnail src="/dev/nothing.png" isEager />
        </div>
      ),
      none: (
        <div className="picture-frame">
          <Thumbnail src={null} />
        </div>
      ),
    },
  },
]
