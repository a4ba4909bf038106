{{- define "vestibule.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "vestibule.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "vestibule.labels" -}}
{{ include "vestibule.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "vestibule.secret" -}}
{{ .Values.existingSecret | default (include "vestibule.name" .) }}
{{- end -}}

{{/* What would start and not work is refused before anything is made. */}}
{{- define "vestibule.check" -}}
{{- if not .Values.issuer }}{{ fail "issuer is missing, for example https://id.example.com" }}{{ end }}
{{- if and (not .Values.existingSecret) (not .Values.secrets) }}{{ fail "existingSecret (or secrets) is missing: it holds SECRET, SMTP_URL and DATABASE_URL" }}{{ end }}
{{- if and .Values.sqlite.enabled (or (gt (int .Values.replicas) 1) .Values.autoscaling.enabled) }}{{ fail "with SQLite there is one replica: set replicas=1 and leave autoscaling off, or use PostgreSQL" }}{{ end }}
{{- if and .Values.metrics.serviceMonitor (not .Values.metrics.enabled) }}{{ fail "metrics.serviceMonitor needs metrics.enabled" }}{{ end }}
{{- end -}}
