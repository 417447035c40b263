import EngineJSON

extension Route {
    static var misbehaviour: [Route] {
        [
            Route("/truncated", "promises a body and sends half of it") { _ in
                .script { connection, _ in
                    truncate("These words arrive. These words were promised and do not.", on: connection)
                }
            },
            Route("/reset", "resets the connection instead of an answer") { _ in
                .script { connection, _ in reset(connection) }
            },
            Route("/hang", "never answers") { _ in .script { connection, _ in hang(connection) } },
            Route("/garbage", "bytes that are no HTTP") { _ in
                .script { connection, _ in
                    connection.write(noise)
                    return .close
                }
            },
            Route("/bad/", "lists the ids for /bad/ID") { _ in .json(.array(Misbehaviour.all.map(entry))) },
            Route("/bad/ID", query: "variant=NAME", "misbehaves in that way") { call throws(RouteError) in
                .script(try script(call))
            },
        ]
    }

    private static func script(_ call: Call) throws(RouteError) -> Misbehaviour.Script {
        let id = call.text("ID", default: "")
        guard let found = Misbehaviour.all.first(where: { $0.id == id }) else {
            throw RouteError(status: 404, why: "there is no \(id); /bad/ lists them")
        }
        let names = found.variants.map(\.name)
        let name = call.text("variant") ?? names[0]
        guard let variant = found.variants.first(where: { $0.name == name }) else {
            throw RouteError(why: "variant must be one of \(names.joined(separator: ", ")), not \(name)")
        }
        return variant.script
    }

    private static func entry(_ misbehaviour: Misbehaviour) -> JSONValue {
        var entry: JSONObject = [
            "id": .string("bad-" + misbehaviour.id), "path": .string("/bad/" + misbehaviour.id),
            "does": .string(misbehaviour.does),
        ]
        if misbehaviour.variants.count > 1 {
            entry["variants"] = .array(misbehaviour.variants.map { .string($0.name) })
        }
        return .object(entry)
    }

    /// Looks random, is always the same, and begins with no letter of `HTTP`.
    private static var noise: [UInt8] {
        var state: UInt32 = 0x2545_f491
        return (0..<512).map { _ in
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return UInt8(truncatingIfNeeded: state)
        }
    }
}
