import { BlockList, isIP } from "node:net";
import { COMMAND_FLAGS, listed, onePath, pathIn, type ProgramName, PROGRAMS } from "../programs.ts";
import { listenAddress, readMetricsAddress } from "../../service/configuration_value.ts";
import {
  isBehindNetwork,
  isPostgres,
  isStoreFile,
  kvLocation,
  type ReadVariable,
} from "../../service/store/kv_location.ts";
import { SERVICE_VARIABLES } from "../../service/variables.ts";

const STORE_VARIABLES = ["KV_PATH", "DENO_DEPLOYMENT_ID", "DENO_DEPLOY", "DENO_KV_ACCESS_TOKEN"];
const POSTGRES_VARIABLES = ["PG*", "USER", "USERNAME", "NODE_PG_FORCE_NATIVE"];

/**
 * Returns the arguments of `deno` for a program: its permissions, its file and its arguments.
 *
 * @param variable Reads an environment variable.
 * @throws {OperatorError} If a path contains a comma, which a permission cannot, or `METRICS_ADDR` is invalid.
 */
export function launchArguments(
  name: ProgramName,
  variable: ReadVariable,
  args: readonly string[] = [],
): string[] {
  const path = kvLocation(variable);
  const storeFile = path !== undefined && isStoreFile(path) ? path : null;
  const store = [".data", ...onePath("KV_PATH", storeFile)];
  const { file = `cli/${name}.ts`, isService = false, needs } = PROGRAMS[name];
  const { isUnlimited, isUnconfigured, hosts = [], innerRanges, variables = [], reads = [], writes = [], flags } =
    needs?.({ args, variable, storeFile }) ?? {};
  const end = [...flags ?? COMMAND_FLAGS, file, ...args];
  if (isUnlimited) return ["run", "-q", "-A", ...end];
  const net = hosts === null || isBehindNetwork(path)
    ? ["--allow-net"]
    : innerRanges === undefined
    ? listed("--allow-net", hosts)
    : publicPermission(variable, innerRanges, isService);
  const configuration = isUnconfigured ? [] : SERVICE_VARIABLES;
  const driver = isPostgres(path) ? POSTGRES_VARIABLES : [];
  const authorities = isUnconfigured ? [] : pathIn(variable, "WEBSUB_CA_FILE");
  return [
    ...["run", "-q", ...net],
    `--allow-write=${[...store, ...writes]}`,
    `--allow-env=${[...STORE_VARIABLES, ...configuration, ...variables, ...driver]}`,
    reads === null ? "--allow-read" : `--allow-read=${[...store, ...authorities, ...reads]}`,
    ...end,
  ];
}

/**
 * Addresses closed to callbacks and sources: private, shared, link-local, reserved, and that of cloud metadata.
 * 127.0.0.0/8 stays open, because the service sends itself a request at its start. Deno accepts ranges of IPv4 only.
 */
const INNER = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "240.0.0.0/4",
  "[::]",
  "[::1]",
  "[fd00:ec2::254]",
];

/**
 * Returns the network permission of a program that calls any public address. Inner addresses are closed, with two
 * exceptions. All stay open if the variable `ranges` is set or the program listens on a name. A range stays open if the
 * program listens in it. This is a second lock: `outbound/public_address.ts` vets each address before.
 */
function publicPermission(variable: ReadVariable, ranges: string, listens: boolean): readonly string[] {
  const metrics = listens ? readMetricsAddress(variable) : null;
  const own = [...listens ? [listenAddress(variable)] : [], ...metrics === null ? [] : [metrics.hostname]];
  if (variable(ranges) || own.some((address) => isIP(address) === 0)) return ["--allow-net"];
  const denied = INNER.filter((range) => !own.some((address) => isWithin(address, range)));
  return ["--allow-net", `--deny-net=${denied.join()}`];
}

function isWithin(address: string, range: string): boolean {
  const [, network = "", bits] = /^\[?([^\]/]+)\]?(?:\/(\d+))?$/.exec(range) ?? [];
  const family = isIP(network) === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(bits ?? 128), family);
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}
