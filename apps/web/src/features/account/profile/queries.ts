import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useClient, useConnection } from '../../../api/ConnectionContext.tsx'
import { useToast } from '../../../ui/Toast.tsx'
import { useUpdateCachedProfile } from '../../auth/profile.ts'
import type { PasswordForm, ProfileForm } from './model.ts'
import { texts } from './texts.ts'

export function useSaveProfile(onSaved: () => void) {
  const client = useClient()
  const remember = useUpdateCachedProfile()
  const toast = useToast()
  const navigate = useNavigate()
  const { saved, emailUnchanged, requestChange, request } = texts.profile
  return useMutation({
    mutationFn: (body: ProfileForm) => client.users.changeProfile({ body }),
    onSuccess(user, { email }) {
      remember(user)
      // The field shows the old address again, so explain that the new one wasn't saved.
      if (email.trim() !== user.email) {
        const state = { draft: request(user.email, email.trim()) }
        const ask = { label: requestChange, onPress: () => void navigate('/feedback', { state }) }
        toast({ text: emailUnchanged(user.email), action: ask })
      }
      toast({ text: saved, tone: 'success' })
      onSaved()
    },
    onError: () => toast({ text: texts.profile.failed, tone: 'danger' }),
  })
}

/** A new password ends every session: removes the token and opens the login page. */
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
