import type { User } from '@recaps/contract'
import { Avatar } from '../../../ui/Avatar.tsx'
import { fullName, initials } from '../../auth/profile.ts'

/** Who this is: picture, name, address. */
export function ProfileHead({ user }: { user: User }) {
  const name = fullName(user)
  return (
    <div className="profile-head">
      <span className="profile-head__picture">
        <Avatar src={user.profilePicture} initials={initials(user)} isLarge />
      </span>
      <div className="profile-head__who">
        <p className="profile-head__name">{name}</p>
        {name !== user.email && <p className="profile-head__email">{user.email}</p>}
      </div>
    </div>
  )
}
