import { ApiError } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useClient, useConnection } from '../../api/ConnectionContext.tsx'
import { reportStep } from '../../device/report-step.ts'
import { appSignIn } from '../../device/sign-in.ts'
import type { LoginForm, RegistrationForm } from './model.ts'
import { profileKey } from './profile.ts'
import { deleteReturnPath } from './return-path.ts'

/** Retries after network errors, which are common on trains, but not after an error response. */
const retryNetworkErrors = {
  retry: (count: number, error: Error) => count < 2 && !(error instanceof ApiError),
  retryDelay: (count: number) => 500 * 2 ** count,
}

/** Safe to retry: a second login does no harm. */
export function useLogIn() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (body: LoginForm) => client.auth.login({ body }),
    ...retryNetworkErrors,
    onSuccess: ({ token, user }) => session.begin(token, user),
  })
}

export function useRegister() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (form: RegistrationForm) =>
      client.auth.register({ body: { ...form, firstName: form.firstName || null, lastName: form.lastName || null } }),
    onSuccess({ token, user }) {
      reportStep('registered')
      session.begin(token, user)
    },
  })
}

/**
 * Retried although the code works only once: the client can't tell whether the request or the response was lost, and a lost
 * request hasn't used the code. If the response was lost, the server rejects the code and the user signs in again. The
 * verifier is read only once, because another sign-in with its own verifier may have started before the retry.
 */
export function useExchangeCode() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: async ({ code, verifier }: { code: string; verifier: Promise<string | null> | undefined }) =>
      client.auth.exchange({ body: { token: code, verifier: await verifier } }),
    ...retryNetworkErrors,
    onSuccess: ({ token, user }) => session.begin(token, user),
    onSettled: async (_answer, _error, { verifier }) => appSignIn?.clear((await verifier) ?? null),
  })
}

export function useRequestPasswordReset() {
  const client = useClient()
  return useMutation({ mutationFn: (email: string) => client.auth.requestPasswordReset({ body: { email } }) })
}

/** A new password ends every session, including this browser's. */
export function useResetPassword(token: string) {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (newPassword: string) => client.auth.resetPassword({ body: { token, newPassword } }),
    onSuccess: () => session.end(),
  })
}

export function useVerifyEmail() {
  const client = useClient()
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => client.auth.verifyEmail({ body: { token } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: profileKey }),
  })
}

export function useResendVerification() {
  const client = useClient()
  return useMutation({ mutationFn: () => client.auth.resendVerification() })
}

/** Timeout of the logout request. The data on this device is erased before it. */
const logoutTimeoutMs = 5000

/** Logs out and opens the login page, even from public pages. */
export function useLogOut() {
  const { client, session } = useConnection()
  const navigate = useNavigate()
  return () => {
    deleteReturnPath()
    void session.logOut(() => client.auth.logout({}, { signal: AbortSignal.timeout(logoutTimeoutMs) }))
    void navigate('/login')
  }
}

/** Email address typed on the previous page, to prefill this one. */
export function usePrefilledEmail(): string {
  const state = useLocation().state as { email?: unknown } | null
  return typeof state?.email === 'string' ? state.email : ''
}
