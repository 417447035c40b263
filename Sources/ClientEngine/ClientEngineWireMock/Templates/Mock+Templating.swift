import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

extension Mock {
    /// Renders the header fields and the body of a reply, which are templates as in WireMock.
    public struct Templating: MockRendering {
        /// The values that templates can use as `parameters`.
        public var parameters: JSONObject
        /// A file whose name is a template.
        ///
        /// It replaces the body of the reply.
        public var bodyFile: NamedFile?
        /// Indicates whether a body in memory is a template.
        ///
        /// As in WireMock, the `base64Body` of a stub is not.
        public var fillsInBody = true

        /// Creates a renderer for a reply whose header fields and body are templates.
        public init(parameters: JSONObject = JSONObject()) {
            self.parameters = parameters
        }

        /// Throws if a template is invalid, including one in a body file, which is read.
        ///
        /// A file whose name is a template is known only when the mock answers.
        public func check(_ reply: Mock.Reply) throws(MockError) {
            for field in reply.headers { _ = try ResponseTemplate(field.value) }
            if let file = bodyFile { _ = try ResponseTemplate(file.name) }
            guard case .file = reply.body.content else {
                _ = try reply.body.bytes.flatMap { template($0, of: reply.body) }.map(ResponseTemplate.init)
                return
            }
            guard let reader = try? BodyReader(reply.body), (reader.length ?? 0) <= Self.largestFile,
                let text = (try? reader.readAll()).flatMap({ template($0, of: reply.body) })
            else { return }
            do throws(MockError) { _ = try ResponseTemplate(text) } catch {
                throw MockError("In its body file, \(error.message)")
            }
        }

        /// Renders the templates.
        public func render(_ reply: inout Mock.Reply, for occasion: MockOccasion) throws -> [UInt8] {
            var scope = TemplateScope(
                request: occasion.request, pathParameters: occasion.pathParameters, parameters: parameters,
                now: occasion.now, random: occasion.random)
            if let bodyFile { reply.body = try bodyFile.body(in: &scope) }
            let bytes = try occasion.bytes(of: reply.body)
            var filled = Headers()
            for field in reply.headers {
                let value = try ResponseTemplate(field.value).text(in: &scope)
                filled.add(field.name, value.onOneLine)
            }
            reply.headers = filled
            guard let template = template(bytes, of: reply.body) else { return bytes }
            return Array(try ResponseTemplate(template).text(in: &scope).utf8)
        }

        private static let largestFile = 64 << 20

        /// Indicates whether a body from a file is a template: unless the parameter `disableBodyFileTemplating` is
        /// `true`.
        private var fillsInFiles: Bool { parameters["disableBodyFileTemplating"]?.isTruthy != true }

        /// Returns the bytes of a body as a template, or `nil` if they are sent unchanged.
        ///
        /// Bytes that are not UTF-8, such as images, are never a template.
        private func template(_ bytes: [UInt8], of body: Body) -> String? {
            let isFilledIn = if case .file = body.content { fillsInFiles } else { fillsInBody }
            return isFilledIn ? String(validating: bytes, as: UTF8.self) : nil
        }
    }

    /// A file whose name is rendered for each answer.
    ///
    /// Two values are equal if their names are, regardless of the location.
    public struct NamedFile: Sendable, Hashable {
        /// The template of the name.
        public var name: String
        private let location: @Sendable (String) -> String?

        /// Creates a file whose name is a template.
        ///
        /// - Parameters:
        ///   - name: The template of the name.
        ///   - location: Returns the path of the file with a name, or `nil` if there is none that may be used. Called
        ///     on any thread.
        public init(_ name: String, at location: @escaping @Sendable (String) -> String?) {
            self.name = name
            self.location = location
        }

        /// Returns whether both have the same name.
        public static func == (left: NamedFile, right: NamedFile) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        func body(in scope: inout TemplateScope) throws(MockError) -> Body {
            let name = try ResponseTemplate(name).text(in: &scope)
            guard let path = location(name) else { throw MockError("there is no file “\(name)”.") }
            return .file(path: path)
        }
    }
}

extension Mock.Reply {
    /// The template renderer that is the `rendering` of the reply, or `nil` if there is none or another one.
    public var templating: Mock.Templating? {
        get { rendering as? Mock.Templating }
        set { rendering = newValue }
    }
}
