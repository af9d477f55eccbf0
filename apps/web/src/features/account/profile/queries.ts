import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useClient, useConnection } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useRememberProfile } from '../../auth/profile.ts'
import type { PasswordForm, ProfileForm } from './model.ts'
import { texts } from './texts.ts'

export function useSaveProfile(onSaved: () => void) {
  const client = useClient()
  const remember = useRememberProfile()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: ProfileForm) => client.users.changeProfile({ body }),
    onSuccess(user) {
      remember(user)
      toast({ text: texts.profile.saved, tone: 'success' })
      onSaved()
    },
    onError: () => toast({ text: texts.profile.failed, tone: 'danger' }),
  })
}

/** Every session ends with it: the token is removed, and the login page follows. */
export function useChangePassword() {
  const { client, session } = useConnection()
  const navigate = useNavigate()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: PasswordForm) =>
      client.users.changePassword({ body: { currentPassword, newPassword } }),
    onSuccess() {
      toast({ text: texts.password.done, tone: 'success' })
      session.end({ isLost: true })
      void navigate('/login', { replace: true })
    },
  })
}
