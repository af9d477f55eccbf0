import { useEffect, useState } from 'react'
import { toProblem } from '../../../api/problem.ts'
import { Button } from '../../../ui/Button.tsx'
import { Regions } from '../../../ui/ErrorBoundary.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Bone, Skeleton } from '../../../ui/Skeleton.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useProfile } from '../../auth/profile.ts'
import { useLogOut } from '../../auth/queries.ts'
import { PasswordCard } from './PasswordCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { ProfileHead } from './ProfileHead.tsx'
import { texts } from './texts.ts'
import '../account.css'

/** Profile and password can't be edited at the same time (specification §4). */
type Open = 'none' | 'profile' | 'password'

export default function AccountScreen() {
  const { data: user, isError, error, refetch } = useProfile()
  const logOut = useLogOut()
  const toast = useToast()
  const [open, setOpen] = useState<Open>('none')
  const hasFailed = isError && !user
  useEffect(() => {
    if (hasFailed) toast({ text: texts.loadFailed, tone: 'danger' })
  }, [hasFailed, toast])

  return (
    <Page title={texts.title} width="form">
      {hasFailed && (
        <LoadFailed
          texts={{ title: texts.loadFailed, action: texts.retry }}
          {...toProblem(error)}
          onRetry={() => refetch()}
        />
      )}
      {!user && !hasFailed && <AccountSkeleton />}
      {user && (
        <div className="account">
          <Regions name="account">
            <ProfileHead user={user} />
            <ProfileCard
              user={user}
              isEditing={open === 'profile'}
              canEdit={open !== 'password'}
              onEditing={isEditing => setOpen(isEditing ? 'profile' : 'none')}
            />
            <PasswordCard
              email={user.email}
              isOpen={open === 'password'}
              canOpen={open !== 'profile'}
              onOpen={isOpen => setOpen(isOpen ? 'password' : 'none')}
            />
          </Regions>
          <Button icon="logout" isWide onClick={logOut}>
            {texts.logOut}
          </Button>
        </div>
      )}
    </Page>
  )
}

const AccountSkeleton = () => (
  <Skeleton label={texts.loading}>
    <div className="account">
      <div className="profile-head">
        <span className="profile-head__picture">
          <Bone width="6rem" height="6rem" />
        </span>
        <div className="profile-head__who">
          <p className="profile-head__loading">{texts.loading}</p>
        </div>
      </div>
      <div className="card account__form">
        <Bone width="11rem" height="1.5rem" />
        {[1, 2, 3].map(field => (
          <Bone key={field} height="4.25rem" />
        ))}
      </div>
      <div className="card account__form">
        <Bone width="9rem" height="1.5rem" />
        <Bone height="2.75rem" />
      </div>
    </div>
  </Skeleton>
)
