-- Requests the paths after "--" in turn, and prints the result as one line of JSON. A JSON object before the paths is
-- sent to them with POST.

function init(paths)
  if #paths > 0 and paths[1]:sub(1, 1) == "{" then
    wrk.method = "POST"
    wrk.body = table.remove(paths, 1)
  end
  if #paths < 2 then return end
  local requests = {}
  for at = 1, #paths do requests[at] = wrk.format(nil, paths[at]) end
  local next = 0
  request = function()
    next = next % #requests + 1
    return requests[next]
  end
end

function done(summary)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format('\n{"perSecond":%.3f,"failed":%d}', summary.requests / summary.duration * 1e6, failed))
end
