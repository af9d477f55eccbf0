import { Link } from 'react-router'
import { useHiddenChannels } from './queries.ts'
import { texts } from './texts.ts'

/** Under an empty list: some of it may be of channels that its reader has hidden. */
export default function HiddenHint() {
  const { data: hidden = [] } = useHiddenChannels()
  if (hidden.length === 0) return null
  return (
    <p className="popular__hidden">
      {texts.empty(hidden.length)} <Link to="/settings">{texts.toSettings}</Link>
    </p>
  )
}
