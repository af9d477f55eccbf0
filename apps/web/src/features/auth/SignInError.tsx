import { Banner } from '../../ui/Banner.tsx'
import { texts } from './texts.ts'

/** Why a sign-in at Google or Apple failed. The server redirects back with a failure code in the URL, without a sentence. */
export function SignInError({ code }: { code: string | null }) {
  const { authFailed, failed } = texts.login
  return <Banner tone="danger">{Object.entries(failed).find(([known]) => known === code)?.[1] ?? authFailed}</Banner>
}
