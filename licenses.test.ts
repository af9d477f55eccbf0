import { expect, it } from 'vitest'
import { forbiddenPackages } from './scripts/licenses.ts'

const withLicense = (license: string) => (name: string) => ({ name, version: '1.0.0', license })

it('every dependency has an allowed license [ASVS 15.1.2] [threat 28]', () => {
  expect(forbiddenPackages()).toEqual([])
})

it.each([
  'phonemizer',
  'sherpa-onnx',
  'sherpa-onnx-node',
  'sherpa-onnx-linux-x64',
  'react-native-sherpa-onnx',
  '@siteed/sherpa-onnx.rn',
  'kokoro-js',
  'espeak-ng',
  '@echogarden/espeak-ng-emscripten',
  'piper-tts',
  '@mintplex-labs/piper-tts-web',
  '@diffusionstudio/vits-web',
  'ffmpeg-static',
  '@ffmpeg-installer/linux-x64',
])('rejects %s whatever license it declares, because it contains GPL code', name => {
  for (const license of ['MIT', 'Apache-2.0', 'ISC'])
    expect(forbiddenPackages([withLicense(license)(name)])).toEqual([
      expect.stringMatching(`^${name}@1.0.0: contains .*GPL`),
    ])
})

it.each(['phonemize', 'kokoro', 'onnxruntime-node', 'whisper.node', 'piper', '@ffmpeg/ffmpeg', 'ffmpeg'])(
  'allows %s, which contains no GPL code',
  name => {
    expect(forbiddenPackages([withLicense('MIT')(name)])).toEqual([])
  },
)

it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN LICENSE', ''])(
  'rejects a package with the license "%s"',
  license => {
    expect(forbiddenPackages([withLicense(license)('anything')])).toHaveLength(1)
  },
)
