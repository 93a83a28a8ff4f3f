import * as z from 'zod/mini'

/*
 * A manifest says everything that the runner has to know of a harness. No code asks for a harness by its name: what one
 * of them needs is a field here, which any other may use.
 *
 * Texts in `launch` are templates: ${home}, ${workspace}, ${modelUrl}, ${modelKey} and ${model} (see `model`), ${random}
 * (a fresh secret for each start), ${node} (the Node.js that runs the runner), ${programs} (the folder of the runner's
 * own programs), ${shell} (see `trust.shell`), ${os} and ${arch} (as Node.js names them), ${baseline} (`-baseline` on a
 * processor without AVX2, else nothing). What names a thing that there is not is left out.
 */

const Text = z.string().check(z.minLength(1), z.maxLength(4000))
const Name = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/))
const Variable = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/))
const Version = z.string().check(z.regex(/^\d+(\.\d+){0,2}$/))
const WaitMs = z.int().check(z.gte(0), z.lte(600_000))

/** The versions that an adapter was tested with, both ends included, and how to ask for the one that is there. */
const Versions = z.strictObject({
  from: Version,
  to: Version,
  /** The first number with dots in what this prints is the version. */
  probe: z.array(Text),
})

/**
 * A JSON object of templates. A member that names a thing that there is not is left out, and so is an object whose `$if`
 * names one.
 */
const JsonTemplate = z.record(z.string(), z.unknown())

/** A file that has to be there before the harness starts. Written only into a home that is the agent's own. */
const LaunchFile = z.strictObject({
  /** Begins with ${home}. */
  path: Text,
  /** A text, a JSON object, or blocks of lines, each left out where it names a thing that there is not. */
  content: z.union([z.string(), z.array(z.string()), JsonTemplate]),
})

/** How the harness is started. */
const Launch = z.strictObject({
  command: Text,
  args: z.array(z.string()),
  /**
   * Programs that may lie beside or below the package of `command`, best first: where one is found, it is started in
   * place of a script that would only start it.
   */
  native: z._default(z.array(Text), []),
  /** An object is passed on as JSON. */
  env: z.record(Variable, z.union([z.string(), JsonTemplate])),
  /** Variables that the harness never gets, even where they are named on the command line. */
  envDeny: z._default(z.array(Variable), []),
  files: z._default(z.array(LaunchFile), []),
  /** The home must not lie in the folder for temporary files. */
  homeOutsideTemp: z._default(z.boolean(), false),
  /** From the start to the answer to the first message. */
  readyTimeoutMs: z._default(WaitMs, 60_000),
})

/** How it is stopped: stdin closes, then SIGTERM, then SIGKILL for the whole group. */
const Stop = z.strictObject({ closeStdinMs: WaitMs, termMs: WaitMs })

/** How it is signed in to whoever runs its model. `external`: by a person, in a terminal, as `hint` says. */
const Auth = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('authenticate'), methodId: Text }),
  z.strictObject({ kind: z.literal('external'), hint: Text }),
])

/**
 * The model's API behind a proxy on loopback: the harness is given its address as ${modelUrl} and a key that is good
 * there alone as ${modelKey}; the real key stays on the runner's side.
 */
const Model = z.strictObject({
  /** How the key travels: `authorization: Bearer`, `x-api-key`, or `x-goog-api-key`. */
  keyHeader: z.enum(['authorization', 'x-api-key', 'x-goog-api-key']),
  /** Where requests go unless the orb names another address. */
  upstream: Text,
  /** Name of the secret that holds the real key (`perigee secrets set`). */
  secret: Variable,
})

/** A setting to make after a session was opened or taken up, and what the harness has to say of it afterwards. */
const Step = z.strictObject({
  set: z.enum(['mode', 'option', 'model']),
  /** The option's id; for a mode or a model there is none. */
  option: z.optional(Text),
  value: Text,
  /** False: the harness does not say what is set, so that nothing can be read back. */
  readBack: z._default(z.boolean(), true),
})

/** Whether it asks before it acts, and which settings make it ask less. */
const Asking = z.strictObject({
  /**
   * `always`: whatever is set. `by-mode`: in the modes of `modes`. `sandbox-escape`: only to leave its own sandbox.
   * `gate`: by an extension that the adapter brings. `never`: not at all.
   */
  asks: z.enum(['always', 'by-mode', 'sandbox-escape', 'gate', 'never', 'unknown']),
  /** Modes in which it asks as much as it should; any other asks less. Empty: modes have nothing to do with asking. */
  modes: z._default(z.array(Text), []),
  /** Choices of options that ask as much as they should; any other choice of such an option asks less. */
  options: z._default(z.record(Text, z.array(z.string())), {}),
  /** An answer without an error to a change of the mode is all that it says of it, and is to be relied upon. */
  modeAnswer: z._default(z.boolean(), false),
  /**
   * Files and folders of the workspace with settings that can let it act unasked: where one is there, nothing it says
   * of asking can be relied on.
   */
  workspaceSettings: z._default(z.array(Text.check(z.regex(/^(?!\/)(?!.*\.\.)/))), []),
  /** What it does unasked all the same, in a sentence for people. */
  unasked: z._default(z.nullable(Text), null),
})

const OptionNames = z._default(z.array(Text), [])

/** How its permission requests are to be read and answered. */
const Permissions = z.strictObject({
  /** What tells the meaning of an option. */
  by: z.enum(['kind', 'id', 'name']),
  /** For `id` and `name`: which options mean what. An option that stands nowhere is offered as it is, and never implied. */
  map: z._default(
    z.strictObject({
      allowOnce: OptionNames,
      allowAlways: OptionNames,
      rejectOnce: OptionNames,
      rejectAlways: OptionNames,
    }),
    { allowOnce: [], allowAlways: [], rejectOnce: [], rejectAlways: [] },
  ),
  /** What a refusal does to the turn. */
  rejectEffect: z.enum(['continues', 'ends-turn', 'cancels-turn']),
  /** A refused call is closed by an update. */
  closesCall: z.boolean(),
  /** Where the diff is: in the request, in an earlier update of the call, nowhere. */
  diff: z.enum(['request', 'call', 'none']),
  /** Several can be open at once. */
  parallel: z.boolean(),
  /** A cancelled turn goes on until what is open is answered. */
  cancelNeedsAnswer: z.boolean(),
})

/** How it asks a person questions. `permission-shaped`: as a permission whose input holds the questions. */
const Questions = z.enum(['elicitation', 'permission-shaped', 'none'])

/** Where its plan comes from: `updates`, or the input of a tool that keeps one. */
const Plan = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('updates') }),
  z.strictObject({ from: z.literal('none') }),
  z.strictObject({
    from: z.literal('tool'),
    /** The tool's name as it stands in the call's title. */
    tool: Text,
    /** The field of the call's input that holds the list, and the fields of its items. */
    list: Text,
    text: Text,
    status: Text,
  }),
])

/** How an earlier session is taken up after the process ended. */
const Resume = z.strictObject({
  /** Of what the harness offers, the one that works. */
  method: z.enum(['resume', 'load', 'none']),
  replay: z.enum(['structured', 'text', 'none']),
  /** Part of the replay comes after the answer. */
  replayAfterAnswer: z._default(z.boolean(), false),
  messageIds: z._default(z.boolean(), false),
  /** From the last use of a session to the moment when it may be taken up. */
  minGapMs: z._default(WaitMs, 0),
  /** The mode that was set survives; it is set again all the same. */
  modeKept: z._default(z.boolean(), false),
})

/** How it takes prompts. */
const Prompt = z.strictObject({
  /** What a second prompt of a session does while one runs. The runner never sends one; the traits are for the record. */
  concurrent: z.enum(['queue', 'merge', 'cancel-first', 'refuse', 'unknown']),
  /** Turns of different sessions at once. */
  sessions: z._default(z.enum(['parallel', 'one-at-a-time']), 'parallel'),
  /** How an error of the model arrives: as an error, or as text of the agent in a turn that ends as if all were well. */
  errors: z.enum(['error', 'text']),
})

/** Oddities that are known and harmless. */
const Quirk = z.enum(['unsolicited-fs', 'unknown-requests', 'terminal-in-meta', 'updates-after-answer'])

/** How far it can be trusted. */
const Trust = z.strictObject({
  /** Its tool shell sees its environment. */
  envVisibleToShell: z.boolean(),
  /** Ports of its own on loopback on which its questions can be answered. */
  localPorts: z._default(z.array(z.int().check(z.gte(1), z.lte(65_535))), []),
  /**
   * How its tool shell can be put into a network namespace of its own: by the variable that names the shell, as
   * ${shell}. Null: there is no way known.
   */
  shell: z._default(z.nullable(z.strictObject({ variable: Variable })), null),
})

/** A declarative description of a harness. */
export const AdapterManifest = z.strictObject({
  $schema: z.optional(z.string()),
  id: Name,
  title: Text,
  protocol: z.enum(['acp/1', 'pi-rpc']),
  versions: z.nullable(Versions),
  /** `node`: a script that needs a Node.js in this range, such as `>=22.19`. */
  runtime: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('native') }),
    z.strictObject({ kind: z.literal('node'), range: Text }),
  ]),
  /** How a person installs it. */
  install: Text,
  launch: Launch,
  stop: Stop,
  auth: Auth,
  model: z.nullable(Model),
  afterSession: z.array(Step),
  asking: Asking,
  permissions: Permissions,
  questions: Questions,
  plan: Plan,
  resume: Resume,
  prompt: Prompt,
  limits: z.strictObject({ maxLineBytes: z.int(), expectedStartMs: WaitMs, expectedRssMb: z.int() }),
  quirks: z._default(z.array(Quirk), []),
  trust: Trust,
})
/** A declarative description of a harness. */
export type AdapterManifest = z.infer<typeof AdapterManifest>
