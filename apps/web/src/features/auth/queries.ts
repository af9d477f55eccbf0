import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useConnection } from '../../api/ConnectionContext.tsx'
import type { LoginForm, RegistrationForm } from './model.ts'

export function useLogIn() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (body: LoginForm) => client.auth.login({ body }),
    onSuccess: ({ token, user }) => session.begin(token, user),
  })
}

export function useRegister() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (form: RegistrationForm) =>
      client.auth.register({ body: { ...form, firstName: form.firstName || null, lastName: form.lastName || null } }),
    onSuccess: ({ token, user }) => session.begin(token, user),
  })
}

/** The page that sent the visitor here, kept in the history entry: nobody outside can plant an address there. */
export function usePageThatAsked(): string {
  const state = useLocation().state as { from?: unknown } | null
  return typeof state?.from === 'string' ? state.from : '/'
}
