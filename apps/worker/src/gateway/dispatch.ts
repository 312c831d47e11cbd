import { EnvironmentTemplate } from "@deskrl/domain";
import type { DesiredEnvironments } from "@deskrl/protocol/worker-gateway";
import { runCommand } from "../commands/run-command.ts";
import type { DesiredEnvironment, EnvironmentManager } from "../environments/environment-manager.ts";
import type { EpisodeRunner } from "../episodes/episode-runner.ts";
import type { Log } from "../lib/log.ts";
import type { ThumbnailSender } from "../thumbnails/thumbnail-sender.ts";
import type { ControlMessage, IncomingMessage } from "./control-session.ts";

export interface DispatchTargets {
  environments: EnvironmentManager;
  episodes: EpisodeRunner;
  thumbnails: ThumbnailSender;
  openTunnel: (request: { tunnelId: string; environmentId: string }) => void;
  reply: (message: ControlMessage) => void;
  log: Log;
}

/** Hands each message of the control plane to who carries it out. Returns at once; nothing here waits. */
export function createDispatcher(targets: DispatchTargets): (message: IncomingMessage) => void {
  const { environments, episodes, thumbnails, openTunnel, reply, log } = targets;
  return (message) => {
    switch (message.case) {
      case "desiredEnvironments":
        return environments.setDesired(readDesired(message.value, log));
      case "assignEpisode":
        return episodes.assign(message.value);
      case "cancelEpisode":
        return episodes.cancel(message.value);
      case "pauseEpisode":
        return episodes.pause(message.value);
      case "heartbeatAck":
        return episodes.fence(message.value.fenced);
      case "openTunnel":
        return openTunnel(message.value);
      case "watchThumbnails":
        return thumbnails.watch(message.value);
      case "command":
        void runCommand(message.value, (id) => environments.desktopOf(id)).then((value) =>
          reply({ case: "commandResult", value }),
        );
        return;
      default:
        log.debug({ kind: message.case }, "a message that has no place here");
    }
  };
}

/** One template that cannot be read must not take the other desktops down. */
function readDesired({ environments }: DesiredEnvironments, log: Log): DesiredEnvironment[] {
  return environments.flatMap(({ environmentId, templateJson, recycleCount }) => {
    try {
      const template = EnvironmentTemplate.parse(JSON.parse(templateJson));
      return [{ environmentId, template, recycleCount }];
    } catch (error) {
      log.error({ environmentId, err: error }, "the template of an environment cannot be read");
      return [];
    }
  });
}
