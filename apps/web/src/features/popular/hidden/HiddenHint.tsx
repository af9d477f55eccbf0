import { Link } from 'react-router'
import { useHiddenChannels } from './queries.ts'
import { texts } from './texts.ts'

/** Below an empty list: hidden channels may be the reason that it is empty. */
export default function HiddenHint() {
  const { data: hidden = [] } = useHiddenChannels()
  if (hidden.length === 0) return null
  return (
    <p className="popular__hidden">
      {texts.empty(hidden.length)} <Link to="/settings">{texts.toSettings}</Link>
    </p>
  )
}
