import { Banner } from '../../ui/Banner.tsx'
import { texts } from './texts.ts'

/** Why a sign-in at Google or Apple failed: the server leads back with a code in the address, and no sentence as answers do. */
export function SignInProblem({ code }: { code: string | null }) {
  const { authFailed, failed } = texts.login
  return <Banner tone="danger">{Object.entries(failed).find(([known]) => known === code)?.[1] ?? authFailed}</Banner>
}
