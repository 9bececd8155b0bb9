// The browsers that the page's tests run in, installed by apt where it may.
import { haveApt, installSystemWide } from './apt.mjs'
import { say } from './progress.mjs'
import { run, which } from './run.mjs'

const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const SHELL = 'chromium-headless-shell'
const FIREFOX = ['firefox', 'firefox-esr']

const mayInstall = () => haveApt() && process.getuid?.() === 0

/** Installs packages where it may; a machine that cannot have them goes without. */
async function install(name, packages) {
  if (!mayInstall()) return
  try {
    await installSystemWide(packages, 'testing the page')
  } catch (error) {
    say(`  ${name} could not be installed: ${error.message.split('\n').at(-1)}`)
  }
}

/** Path of a Chromium, from $CHROMIUM or PATH, installed where it may be; null where there is none. */
export async function findChromium() {
  if (!process.env.CHROMIUM && !which(...CHROMIUM)) await install('Chromium', ['chromium'])
  return process.env.CHROMIUM || which(...CHROMIUM)
}

const hasPackage = (name) =>
  run('apt-cache', ['show', name]).then(
    () => true,
    () => false
  )

/**
 * Path of the same engine without windows, which takes a third less work to open a page; installed where there is such a
 * package; else findChromium(). It runs no extensions.
 */
export async function findShell() {
  const chromium = await findChromium()
  if (process.env.CHROMIUM) return chromium
  if (!which(SHELL) && mayInstall() && (await hasPackage(SHELL))) await install('Chromium without windows', [SHELL])
  return which(SHELL) ?? chromium
}

/**
 * Firefox and WebKit (its MiniBrowser comes with the driver) with the screen that WebKit needs. Their tests look for
 * them, and are skipped by name where they are not.
 */
export async function provideOtherBrowsers() {
  if (!process.env.FIREFOX && !which(...FIREFOX)) await install('Firefox', ['firefox-esr'])
  if (!which('WebKitWebDriver') || !which('Xvfb')) await install('WebKit', ['webkit2gtk-driver', 'xvfb'])
}
