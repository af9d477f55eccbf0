import { createRoot } from 'react-dom/client'
import { DeviceContext } from '../device/DeviceContext.tsx'
import { galleryDevice } from './device.ts'
import { Gallery } from './Gallery.tsx'
import '../ui/tokens.css'
import '../ui/base.css'

/** The page /dev/ui of the development server. Not part of the production build. */
createRoot(document.getElementById('root')!).render(
  <DeviceContext value={galleryDevice()}>
    <Gallery />
  </DeviceContext>,
)
