import type { User } from '@recaps/contract'
import { useRef } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { fullName, initials } from '../../auth/profile.ts'
import { texts } from './texts.ts'
import { usePicture } from './usePicture.ts'

const pictureTexts = texts.picture

export function ProfileHead({ user }: { user: User }) {
  const picture = usePicture()
  const input = useRef<HTMLInputElement>(null)
  const name = fullName(user)
  return (
    <div className="profile-head">
      <span className="profile-head__picture">
        <Avatar src={user.profilePicture} initials={initials(user)} isLarge />
        <span className="profile-head__camera">
          <IconButton
            icon="camera"
            label={pictureTexts.change}
            isRound
            disabled={picture.isBusy}
            onClick={() => input.current?.click()}
          />
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/*"
          aria-label={pictureTexts.label}
          onChange={event => {
            const file = event.target.files?.[0]
            if (file) picture.choose(file)
            event.target.value = ''
          }}
        />
      </span>
      <div className="profile-head__who">
        <p className="profile-head__name">{name}</p>
        {name !== user.email && <p className="profile-head__email">{user.email}</p>}
        {user.profilePicture && !picture.isBusy && (
          <Button kind="quiet" isSmall onClick={picture.remove}>
            {pictureTexts.remove}
          </Button>
        )}
        {picture.progress !== null && (
          <div className="profile-head__sending">
            <p role="status">{pictureTexts.uploading}</p>
            {/* After the upload, the server takes an unknown time to process the picture. */}
            <ProgressBar fraction={picture.progress < 1 ? picture.progress : null} label={pictureTexts.uploading} />
          </div>
        )}
      </div>
      {picture.problem && !picture.isBusy && (
        <div className="profile-head__problem">
          <Banner tone="danger">{picture.problem.sentence}</Banner>
        </div>
      )}
    </div>
  )
}
