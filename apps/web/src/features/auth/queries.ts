import { ApiError } from '@recaps/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useClient, useConnection } from '../../api/ConnectionContext.tsx'
import { appSignIn } from '../../device/sign-in.ts'
import { stepTaken } from '../../device/step-taken.ts'
import type { LoginForm, RegistrationForm } from './model.ts'
import { forgetPageThatAsked } from './page-that-asked.ts'
import { profileKey } from './profile.ts'

/** As on a train: to be tried again. */
const whereNoAnswerComes = {
  retry: (count: number, error: Error) => count < 2 && !(error instanceof ApiError),
  retryDelay: (count: number) => 500 * 2 ** count,
}

/** To log in twice does no harm. */
export function useLogIn() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (body: LoginForm) => client.auth.login({ body }),
    ...whereNoAnswerComes,
    onSuccess: ({ token, user }) => session.begin(token, user),
  })
}

export function useRegister() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (form: RegistrationForm) =>
      client.auth.register({ body: { ...form, firstName: form.firstName || null, lastName: form.lastName || null } }),
    onSuccess({ token, user }) {
      stepTaken('registered')
      session.begin(token, user)
    },
  })
}

/**
 * Tried again though a code is good once: whether the request or its answer was lost nobody here can tell, and a request that
 * never arrived has used nothing up. Where it was the answer, the server refuses, and the sign-in is begun anew. The verifier is
 * read once: by the next try another sign-in may have begun, with one of its own.
 */
export function useExchange() {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: async ({ code, verifier }: { code: string; verifier: Promise<string | null> | undefined }) =>
      client.auth.exchange({ body: { token: code, verifier: await verifier } }),
    ...whereNoAnswerComes,
    onSuccess: ({ token, user }) => session.begin(token, user),
    onSettled: async (_answer, _error, { verifier }) => appSignIn?.forget((await verifier) ?? null),
  })
}

export function useAskForReset() {
  const client = useClient()
  return useMutation({ mutationFn: (email: string) => client.auth.requestPasswordReset({ body: { email } }) })
}

/** Every session ends with it, the one of this browser too. */
export function useResetPassword(token: string) {
  const { client, session } = useConnection()
  return useMutation({
    mutationFn: (newPassword: string) => client.auth.resetPassword({ body: { token, newPassword } }),
    onSuccess: () => session.end(),
  })
}

export function useVerify() {
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

/** How long the server is waited for, once nothing is here any more. */
const farewellMs = 5000

/** Logging out leads to the login page, also from pages that anybody may see. */
export function useLogOut() {
  const { client, session } = useConnection()
  const navigate = useNavigate()
  return () => {
    forgetPageThatAsked()
    void session.logOut(() => client.auth.logout({}, { signal: AbortSignal.timeout(farewellMs) }))
    void navigate('/login')
  }
}

/** The address that was typed on the page before this one: it is not typed twice. */
export function useTypedBefore(): string {
  const state = useLocation().state as { email?: unknown } | null
  return typeof state?.email === 'string' ? state.email : ''
}
