import { startLanding } from '../features/landing/script/start.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import '../ui/Button.css'
import '../ui/Icon.css'
import './public-frame.css'
import '../features/help/blocks.css'
import '../features/help/question-list.css'
import '../features/landing/landing.css'

// The entry for all scripts and styles of the landing page (build/landing.ts).
startLanding()
