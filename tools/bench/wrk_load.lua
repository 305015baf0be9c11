-- Sends the requests of a file in turn, from a given line on, and prints the result as one line of JSON. A line is a
-- path, or a path, a tab and a body to POST.

local requests = {}
local next = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, body = line:match("^([^\t]*)\t(.*)$")
    requests[#requests + 1] = wrk.format(body and "POST" or "GET", path or line, nil, body)
  end
  next = tonumber(args[2])
end

function request()
  next = next % #requests + 1
  return requests[next]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local line = '\n{"perSecond":%.3f,"p99":%.3f,"failed":%d}'
  print(string.format(line, summary.requests / summary.duration * 1e6, latency:percentile(99) / 1000, failed))
end
