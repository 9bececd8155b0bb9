// The browser that the page's tests run in.
import { haveApt, installSystemWide } from './apt.mjs'
import { say } from './progress.mjs'
import { which } from './run.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** Path of a Chromium, from $CHROMIUM or PATH, installed by apt where it may be; null where there is none. */
export async function findChromium() {
  const found = process.env.CHROMIUM || which(...NAMES)
  if (found || !haveApt() || process.getuid?.() !== 0) return found
  try {
    await installSystemWide(['chromium'], 'testing the page')
  } catch (error) {
    say(`  Chromium could not be installed: ${error.message.split('\n').at(-1)}`)
  }
  return which(...NAMES)
}
