import { expect, it } from 'vitest'
import { forbiddenPackages } from './scripts/licences.ts'

const labelled = (licence: string) => (name: string) => ({ name, version: '1.0.0', licence })

it('depends on packages of allowed licences only [ASVS 15.1.2] [threat 28]', () => {
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
])('refuses %s by its name, whatever licence it claims', name => {
  for (const licence of ['MIT', 'Apache-2.0', 'ISC'])
    expect(forbiddenPackages([labelled(licence)(name)])).toEqual([
      expect.stringMatching(`^${name}@1.0.0: carries .*GPL`),
    ])
})

it.each(['phonemize', 'kokoro', 'onnxruntime-node', 'whisper.node', 'piper', '@ffmpeg/ffmpeg', 'ffmpeg'])(
  'allows %s, which carries no such code',
  name => {
    expect(forbiddenPackages([labelled('MIT')(name)])).toEqual([])
  },
)

it.each(['GPL-3.0', 'AGPL-3.0-only', 'MIT AND GPL-2.0', 'SEE LICENSE IN LICENSE', ''])(
  'refuses a package under "%s"',
  licence => {
    expect(forbiddenPackages([labelled(licence)('anything')])).toHaveLength(1)
  },
)
