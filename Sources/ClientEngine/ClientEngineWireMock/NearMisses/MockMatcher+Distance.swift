import EngineMocks
import FoundationEssentials

private struct WeighedMean {
    private var sum = 0.0
    private var weights = 0.0

    var isExact: Bool { sum == 0 }
    var value: Double { weights == 0 ? 0 : sum / weights }

    mutating func add(_ distance: Double, weight: Double = 1) {
        sum += distance * weight
        weights += weight
    }
}

extension MockMatcher {
    /// Returns the distance of a request, from 0 to 1.
    ///
    /// If the body is a file, it waits for the disk.
    public func distance(to request: MockedRequest, at now: Date) -> Double {
        var request = request.readingFile()
        return distance(to: &request, at: now)
    }

    /// Returns the distance of a request from a match, from 0 to 1, with the weights of WireMock.
    ///
    /// Header fields, parameters and the body count only if the address and the method match.
    func distance(to request: inout MockedRequest, at now: Date) -> Double {
        var mean = WeighedMean()
        mean.add(address.distance(to: &request), weight: 10)
        mean.add(host?.distance(to: request.url.host, at: now) ?? 0, weight: 10)
        mean.add(match.port.map { $0 == request.url.port ? 0 : 1 } ?? 0, weight: 10)
        mean.add(methods.contains(request.verb) ? 0 : 1, weight: 3)
        mean.add(match.scheme.map { $0.lowercased() == request.url.scheme ? 0 : 1 } ?? 0, weight: 3)
        mean.add(clientIP?.distance(to: request.clientIP, at: now) ?? 0, weight: 3)
        guard mean.isExact else { return mean.value }
        mean.add(distance(of: pathValues(in: request.path), to: pathParameters, now))
        let fields = headers.map { $0.values.distance(to: request.headers.values(of: $0.name), at: now) }
        mean.add(fields.mean)
        mean.add(query.isEmpty ? 0 : distance(of: request.parameters, to: query, now))
        mean.add(form.isEmpty ? 0 : distance(of: request.form, to: form, now))
        mean.add(cookies.isEmpty ? 0 : distance(of: request.cookies, to: cookies, now))
        mean.add(body.map { $0.distance(to: &request.content, at: now) }.mean)
        return mean.value
    }

    private func distance(
        of parameters: [Mock.Parameter], to conditions: [Condition], _ now: Date
    ) -> Double {
        conditions.map { $0.values.distance(to: parameters.values(of: $0.name), at: now) }.mean
    }
}

extension [Double] {
    fileprivate var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}

extension MockAddress {
    fileprivate func distance(to request: inout MockedRequest) -> Double {
        if matches(&request) { return 0 }
        switch address {
        case .pathAndQuery(let text): return TextDistance.share(text, request.target)
        case .path(let text), .pathTemplate(let text): return TextDistance.share(text, request.url.path)
        case .url(let text):
            return min(TextDistance.share(text, request.url.path), TextDistance.share(text, request.url.text))
        case .any, .pathPattern, .pathAndQueryPattern: return 1
        }
    }
}
