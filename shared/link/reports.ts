import * as z from 'zod/mini'
import { Id, Millis, Ordinal, Sha256 } from '../ids.ts'
import { ApprovalRequest } from '../approvals/request.ts'

/** How well an orb's agent is kept apart from its runner. */
export const Isolation = z.enum(['none', 'uid', 'namespace', 'vm'])
/** How well an orb's agent is kept apart from its runner. */
export type Isolation = z.infer<typeof Isolation>

/** What an orb is doing, as its runner says. Reachability is the relay's to say, and no state. */
export const OrbState = z.enum(['starting', 'ready', 'working', 'idle', 'failed', 'stopped'])
/** What an orb is doing, as its runner says. */
export type OrbState = z.infer<typeof OrbState>

/** Which roster a runner decides by. `firstUse`: it believed the first one that it was shown. */
export const OrbRoster = z.object({
  /** Null: it has refused what it was shown, and believes nobody yet. */
  version: z.nullable(Ordinal),
  firstUse: z.boolean(),
  /** What the relay showed and the runner refused, in a sentence: a fork or a rollback is a lying or restored relay. */
  problem: z.nullable(z.string()),
})
/** Which roster a runner decides by. */
export type OrbRoster = z.infer<typeof OrbRoster>

/** Whether an agent asks before it acts, as far as its runner could make sure of it. */
export const Asking = z.object({
  /**
   * `confirmed`: set, and read back from the agent. `lowered`: a person decided that it may ask less. `unconfirmed`: it
   * could not be set, or the agent says otherwise. `never`: this agent never asks. `unknown`: nothing is declared of it.
   */
  state: z.enum(['confirmed', 'lowered', 'unconfirmed', 'never', 'unknown']),
  /** What it is that was made sure of, or what went wrong, in a sentence. */
  message: z.nullable(z.string()),
})
/** Whether an agent asks before it acts. */
export type Asking = z.infer<typeof Asking>

/** The adapter that drives a harness. */
export const OrbAdapter = z.object({
  id: z.string(),
  title: z.string(),
  /** The version lies in the range that the adapter was tested with; null: it is not known. */
  tested: z.nullable(z.boolean()),
})
/** The adapter that drives a harness. */
export type OrbAdapter = z.infer<typeof OrbAdapter>

/** What a prompt to an agent may hold beside text and links. */
export const TakesFiles = z.object({
  /** Pictures, as pictures. */
  images: z.boolean(),
  /** The contents of any file. */
  files: z.boolean(),
  /** What it does not take lies in its workspace, and it is given the path: by the runner. */
  paths: z.optional(z.boolean()),
})
/** What a prompt to an agent may hold beside text and links. */
export type TakesFiles = z.infer<typeof TakesFiles>

/** The state of the orb as a whole. */
export const OrbStateReport = z.looseObject({
  name: z.literal('orb.state'),
  state: OrbState,
  title: z.string(),
  isolation: Isolation,
  harness: z.object({ name: z.string(), version: z.string() }),
  workspace: z.string(),
  /** Why, where the state needs a reason. */
  message: z.nullable(z.string()),
  /** The account of the machine that the agent runs as (SHA-256), where the runner knows it. */
  account: z.optional(z.nullable(Sha256)),
  /** The roster that the runner decides by; null before it has one. */
  roster: z.optional(z.nullable(OrbRoster)),
  /** Null where the agent was started by a command of its own, without an adapter. */
  adapter: z.optional(z.nullable(OrbAdapter)),
  /** The worst of all threads that are in a session, else what the adapter declares. */
  asking: z.optional(z.nullable(Asking)),
  /** Why what runs inside the orb can answer this agent's questions in a person's place; null: it cannot. */
  answeredFromInside: z.optional(z.nullable(z.string())),
  /** As its agent says; null before it was started. */
  takes: z.optional(z.nullable(TakesFiles)),
})
/** The state of the orb as a whole. */
export type OrbStateReport = z.infer<typeof OrbStateReport>

/** How a run can end. The first five are ACP's; `failed`: an error; `interrupted`: harness or runner went away. */
export const StopReason = z.enum([
  'end_turn',
  'max_tokens',
  'max_turn_requests',
  'refusal',
  'cancelled',
  'failed',
  'interrupted',
])
/** How a run can end. */
export type StopReason = z.infer<typeof StopReason>

/** The start or the end of a run. */
export const RunStateReport = z.looseObject({
  name: z.literal('run.state'),
  threadId: Id,
  runId: Id,
  state: z.enum(['running', 'ended']),
  /** The prompt command that began it. */
  commandId: z.nullable(Id),
  stopReason: z.nullable(StopReason),
  message: z.nullable(z.string()),
  /** At the end: what changed in the workspace between the run's start and its end; null where nobody can tell. */
  changes: z.optional(z.nullable(z.object({ files: z.int(), added: z.int(), removed: z.int() }))),
})
/** The start or the end of a run. */
export type RunStateReport = z.infer<typeof RunStateReport>

/** A choice of a setting. `asksLess`: with it the agent asks less than it has to, so it takes a signed decision. */
export const SettingChoice = z.object({ value: z.string(), name: z.string(), asksLess: z.boolean() })
/** A choice of a setting. */
export type SettingChoice = z.infer<typeof SettingChoice>

/** A setting that a harness offers for a session: a model, a level of thought, a switch. */
export const SessionOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** The harness's own word, such as `model` or `thought_level`; null where it has none. */
  category: z.nullable(z.string()),
  /** For `boolean` the choices are `true` and `false`. */
  type: z.enum(['select', 'boolean']),
  value: z.string(),
  choices: z.array(SettingChoice),
})
/** A setting that a harness offers for a session. */
export type SessionOption = z.infer<typeof SessionOption>

/** What a thread is. Sent whole whenever a part changes; null: not known. */
export const ThreadMetaReport = z.looseObject({
  name: z.literal('thread.meta'),
  threadId: Id,
  parentThreadId: z.nullable(Id),
  title: z.nullable(z.string()),
  createdAt: Millis,
  modes: z.nullable(
    z.object({
      current: z.string(),
      available: z.array(z.object({ id: z.string(), name: z.string(), asksLess: z.optional(z.boolean()) })),
    }),
  ),
  /** `hint`: what may follow the name, in the agent's words; absent where nothing does. */
  commands: z.array(z.object({ name: z.string(), description: z.string(), hint: z.optional(z.string()) })),
  /** Each a SessionOption; parse it to show it, and leave out what does not parse. */
  options: z.array(z.unknown()),
  /** Null before the thread has been in a session of the present harness process. */
  asking: z.optional(z.nullable(Asking)),
  usage: z.nullable(z.object({ used: z.number(), size: z.number(), cost: z.nullable(z.string()) })),
})
/** What a thread is. */
export type ThreadMetaReport = z.infer<typeof ThreadMetaReport>

/** What the workspace looks like. `changed` counts lines against the last commit. */
export const WorkspaceReport = z.looseObject({
  name: z.literal('workspace'),
  path: z.string(),
  branch: z.nullable(z.string()),
  /** The branch that this one follows, and how many commits lie between them; null or absent: it follows none. */
  upstream: z.optional(z.nullable(z.object({ name: z.string(), ahead: z.int(), behind: z.int() }))),
  changed: z.array(z.object({ path: z.string(), added: z.int(), removed: z.int() })),
})
/** What the workspace looks like. */
export type WorkspaceReport = z.infer<typeof WorkspaceReport>

/** A question that blocks the agent. */
export const ApprovalRaisedReport = z.looseObject({ name: z.literal('approval.raised'), approval: ApprovalRequest })
/** A question that blocks the agent. */
export type ApprovalRaisedReport = z.infer<typeof ApprovalRaisedReport>

/** An approval that ended without an answer of ours. */
export const ApprovalEndedReport = z.looseObject({
  name: z.literal('approval.ended'),
  approvalId: Id,
  outcome: z.enum(['expired', 'superseded', 'withdrawn', 'void']),
  message: z.nullable(z.string()),
})
/** An approval that ended without an answer of ours. */
export type ApprovalEndedReport = z.infer<typeof ApprovalEndedReport>

/** What became of a decision on its way to the harness. */
export const DecisionEffectReport = z.looseObject({
  name: z.literal('decision.effect'),
  approvalId: Id,
  commandId: z.nullable(Id),
  effect: z.enum(['delivered', 'applied', 'undeliverable', 'unknown', 'bypassed']),
  message: z.nullable(z.string()),
})
/** What became of a decision on its way to the harness. */
export type DecisionEffectReport = z.infer<typeof DecisionEffectReport>

/** What became of any command. `delivered`: stored by the runner, not yet given to the harness. */
export const CommandEffectReport = z.looseObject({
  name: z.literal('command.effect'),
  commandId: Id,
  cmdSeq: Ordinal,
  effect: z.enum(['delivered', 'applied', 'refused', 'undeliverable', 'unknown']),
  message: z.nullable(z.string()),
})
/** What became of any command. */
export type CommandEffectReport = z.infer<typeof CommandEffectReport>

/** The reports that this version understands. */
export const KnownReport = z.discriminatedUnion('name', [
  OrbStateReport,
  RunStateReport,
  ThreadMetaReport,
  WorkspaceReport,
  ApprovalRaisedReport,
  ApprovalEndedReport,
  DecisionEffectReport,
  CommandEffectReport,
])
/** The reports that this version understands. */
export type KnownReport = z.infer<typeof KnownReport>

/** Any report. Parse with KnownReport to act on it. */
export const Report = z.looseObject({ name: z.string().check(z.minLength(1), z.maxLength(64)) })
/** Any report. */
export type Report = z.infer<typeof Report>
